import { Badge } from "./badge";

export function InboxLink({ unread }: { readonly unread: number }) {
  return (
    <a href="/inbox">
      Inbox <Badge unread={unread} />
    </a>
  );
}
