import { countLabel } from "./count-label";

export type BadgeProps = any;

export function Badge({ unread }: BadgeProps) {
  if (unread === 0) return null;
  return (
    <span role="status" className="badge">
      {countLabel(unread)} unread
    </span>
  );
}
