import {
  originalPositionFor,
  sourceContentFor,
  TraceMap,
  type SourceMapInput,
} from '@jridgewell/trace-mapping'
import { downloadDeployedFile } from '@offquad/contracts'
import { CommandFailure } from '../command-failure'
import { print } from '../terminal'
import { findGateway } from './gateway'
import { findApp } from './deploy'

const USAGE = `Usage: npm run source -w mfe-browse -- VERSION FILE:LINE:COLUMN
   or: npm run source -w mfe-browse -- 'LINE OF A STACK TRACE'
Shows which line of the source a position in a deployed script comes from, as stack traces name it.
The gateway is DEPLOY_TO, or the platform of npm start.`

interface DeployedPosition {
  /** Known where a URL was given. */
  app?: string
  version: string
  file: string
  /** From 1. */
  line: number
  /** From 1, as browsers count. */
  column: number
}

/** Finds a position of a deployed script in the source, with the source map that only the app's team can download. */
export async function source(args: string[]): Promise<void> {
  const app = findApp().folder
  const position = readPosition(args)
  if (position.app !== undefined && position.app !== app)
    throw new CommandFailure(`This script is one of ${position.app}: npm run source -w ${position.app}`)
  const gateway = await findGateway(app, undefined)
  const map = await gateway.send<SourceMapInput>(downloadDeployedFile, {
    params: { app, version: position.version },
    query: { path: `${position.file}.map` },
  })
  print(describeOriginal(map, position))
}

/**
 * @param args a version and a file with its position, a URL with it, or a whole line of a stack trace
 * @throws CommandFailure with the usage
 */
export function readPosition(args: string[]): DeployedPosition {
  const given = args.join(' ')
  const [before, app] = /^.*\/mf\/([^/]+)\//.exec(given) ?? ['']
  const [, version, file, line, column] =
    /^([^/\s]+)[/ ]([^:?\s]+)(?:\?[^:]*)?:(\d+):(\d+)\)?$/.exec(given.slice(before.length)) ?? []
  if (!version || !file) throw new CommandFailure(USAGE, 2)
  return {
    ...(app !== undefined && { app }),
    version,
    file,
    line: Number(line),
    column: Number(column),
  }
}

/** The file, line and column in the source, and the line itself. */
export function describeOriginal(input: SourceMapInput, { file, line, column }: DeployedPosition): string {
  const map = new TraceMap(input)
  const original = originalPositionFor(map, { line, column: column - 1 })
  if (original.source === null) return `${file}:${line}:${column} comes from no source file.`
  const name = original.source.replace(/^webpack:\/\/[^/]+\/(\.\/)?/, '')
  const text = sourceContentFor(map, original.source)?.split('\n')[original.line - 1]
  const place = `${name}:${original.line}:${original.column + 1}${original.name ? ` (${original.name})` : ''}`
  return text === undefined ? place : `${place}\n  ${text.trim()}`
}
