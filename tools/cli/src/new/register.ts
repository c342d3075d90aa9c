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
  const folder = folderOf(kind, name)
  const description = kind === 'remote' ? `the page /${name}` : `entries, read at /api/${name}`
  const readme: Registration = {
    file: 'README.md',
    line: `${`${folder}/`.padEnd(24)} ${description}`,
    after: kind === 'remote' ? /^mfe-[a-z]+\/ / : /^svc-[a-z]+\/ /,
  }
  if (kind === 'remote') return [readme]
  return [
    readme,
    {
      file: 'packages/contracts/src/endpoints.ts',
      line: `import * as ${name}Endpoints from './${name}/endpoints'`,
      after: /^import \* as \w+ from '\.\/[a-z]+\/[a-z-]+'$/,
    },
    {
      file: 'packages/contracts/src/endpoints.ts',
      line: `  '${folder}': [${name}Endpoints].flatMap(endpointsIn),`,
      after: /^ {2}'svc-[a-z]+': \[/,
    },
    {
      file: 'packages/contracts/src/index.ts',
      line: `export * from './${name}/endpoints'`,
      after: /^export \* from '\.\//,
    },
  ]
}

/**
 * Adds a new slice to the files that list slices: the README and, for a service, the contracts.
 * @param repository absolute path of the repository's root
 * @returns the files it changed
 * @throws CommandFailure when a file has no such list any more
 */
export function register(repository: string, kind: SliceKind, name: string): string[] {
  return registrationsOf(kind, name).map(({ file, line, after }) => {
    const lines = readLines(repository, file)
    const last = lines.findLastIndex((one) => after.test(one))
    if (last === -1)
      throw new CommandFailure(`${file} has no line like ${String(after)}: add "${line.trim()}" by hand.`)
    if (!lines.includes(line)) writeLines(repository, file, lines.toSpliced(last + 1, 0, line))
    return file
  })
}

/** Removes those lines. */
export function unregister(repository: string, kind: SliceKind, name: string): void {
  for (const { file, line } of registrationsOf(kind, name)) {
    const lines = readLines(repository, file)
    // Its description in the README may have been edited.
    const isItsLine = (one: string) =>
      file === 'README.md' ? one.startsWith(`${folderOf(kind, name)}/ `) : one === line
    writeLines(
      repository,
      file,
      lines.filter((one) => !isItsLine(one)),
    )
  }
}

/** Whether the slice is listed exactly as `register` does it. */
export const isGenerated = (repository: string, kind: SliceKind, name: string): boolean =>
  registrationsOf(kind, name).every(
    ({ file, line }) => file === 'README.md' || readLines(repository, file).includes(line),
  )

const readLines = (repository: string, file: string): string[] =>
  readFileSync(path.join(repository, file), 'utf8').split('\n')

const writeLines = (repository: string, file: string, lines: string[]): void =>
  writeFileSync(path.join(repository, file), lines.join('\n'))
