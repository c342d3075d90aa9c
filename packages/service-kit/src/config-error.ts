/** Thrown when the environment does not fit the schema; the message lists every problem. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
