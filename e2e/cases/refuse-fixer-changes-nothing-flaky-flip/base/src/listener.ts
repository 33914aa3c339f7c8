export type Listener<T> = (event: T) => void;
