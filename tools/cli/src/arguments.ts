import { parseArgs, type ParseArgsConfig } from 'node:util'
import { CommandFailure } from './command-failure'

/** @throws CommandFailure with the usage when the arguments are others */
export function readArguments<Config extends ParseArgsConfig>(config: Config, usage: string) {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new CommandFailure(`${(error as Error).message}\n${usage}`, 2)
  }
}

/** The one argument besides options. @throws CommandFailure with the usage */
export function readOnly(positionals: readonly string[], usage: string): string {
  const [only, ...others] = positionals
  if (!only || others.length > 0) throw new CommandFailure(usage, 2)
  return only
}
