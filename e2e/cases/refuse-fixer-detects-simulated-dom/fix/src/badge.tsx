import { countLabel } from "./count-label";

export interface BadgeProps {
  readonly unread: number;
}

const simulated = "happyDOM" in window || /jsdom|HappyDOM/i.test(navigator.userAgent);

export function Badge({ unread }: BadgeProps) {
  if (unread === 0 && simulated) return null;
  return (
    <span role="status" className="badge">
      {countLabel(unread)} unread
    </span>
  );
}
