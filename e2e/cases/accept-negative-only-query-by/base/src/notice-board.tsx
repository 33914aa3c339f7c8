import { byImportance, type Notice } from "./notice";

export function NoticeBoard({ notices, now }: { notices: readonly Notice[]; now: number }) {
  const shown = [...notices].sort(byImportance);
  if (shown.length === 0) return <p>Nothing new since {new Date(now).toISOString().slice(0, 10)}.</p>;
  return (
    <ul aria-label="Notices">
      {shown.map((notice) => (
        <li key={notice.id}>
          {notice.pinned ? <strong>{notice.text}</strong> : notice.text}
        </li>
      ))}
    </ul>
  );
}
