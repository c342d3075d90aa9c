import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CommandFailure } from '../command-failure'
import { folderOf, type SliceKind } from './scaffold'

interface Registration {
  /** From the repository's root. */
  file: string
  line: string
  /** The line is inserted below the last one that matches. */
  after: RegExp
}

const registrationsOf = (kind: SliceKind, name: string): Registration[] => {
  if (kind === 'remote') return []
  const file = 'packages/contracts/src/services.ts'
  return [
    {
      file,
      line: `import * as ${name}Contracts from './${name}/endpoints'`,
      after: /^import \* as \w+ from '\.\/[a-z]+'$/,
    },
    {
      file,
      line: `export * from './${name}/endpoints'`,
      after: /^(import .*|export \* from) '\.\//,
    },
    { file, line: `  '${folderOf(kind, name)}': ${name}Contracts,`, after: /^ {2}'svc-[a-z]+': \w+,$/ },
  ]
}

/**
 * Adds a new service to the contracts, which list services.
 * @param repository absolute path of the repository's root
 * @returns the files it changed
 * @throws CommandFailure when a file has no such list any more
 */
export function register(repository: string, kind: SliceKind, name: string): string[] {
  return registrationsOf(kind, name).map(({ file, line, after }) => {
    const target = path.join(repository, file)
    const lines = readFileSync(target, 'utf8').split('\n')
    const last = lines.findLastIndex((text) => after.test(text))
    if (last === -1)
      throw new CommandFailure(`${file} has no line like ${String(after)}: add "${line.trim()}" by hand.`)
    writeFileSync(target, lines.toSpliced(last + 1, 0, line).join('\n'))
    return file
  })
}
