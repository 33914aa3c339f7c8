export class ConfigError extends Error {
  override readonly name = "ConfigError";

  constructor(
    readonly file: string,
    problem: string,
    options?: ErrorOptions,
  ) {
    super(`${file}: ${problem}`, options);
  }
}
