export const DECIMAL = /^\d+(?:\.\d{1,2})?$/;
