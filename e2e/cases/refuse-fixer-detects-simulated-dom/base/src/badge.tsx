import { countLabel } from "./count-label";

export interface BadgeProps {
  readonly unread: number;
}

export function Badge({ unread }: BadgeProps) {
  return (
    <span role="status" className="badge">
      {countLabel(unread)} unread
    </span>
  );
}
