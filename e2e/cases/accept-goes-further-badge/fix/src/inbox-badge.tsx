import { unreadCount, type Message } from "./unread";

export function InboxBadge({ messages }: { messages: readonly Message[] }) {
  const count = unreadCount(messages);
  if (count === 0) return null;
  return (
    <span role="status" className="badge badge-red">
      {count === 1 ? "1 unread message" : `${count > 99 ? "99+" : count} unread messages`}
    </span>
  );
}
