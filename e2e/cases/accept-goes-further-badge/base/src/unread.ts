export interface Message {
  readonly id: number;
  readonly read: boolean;
  readonly muted: boolean;
}

export function unreadCount(messages: readonly Message[]): number {
  return messages.filter((message) => !message.read && !message.muted).length;
}
