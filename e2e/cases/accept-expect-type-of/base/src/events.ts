export interface EventMap {
  moved: { x: number; y: number };
  renamed: { from: string; to: string };
  closed: null;
}

export interface AppEvent {
  readonly name: keyof EventMap;
  readonly payload: unknown;
}

export function payloadOf<K extends keyof EventMap>(event: AppEvent, name: K): unknown {
  if (event.name !== name) throw new TypeError(`a ${event.name} event is no ${name} event`);
  return event.payload;
}
