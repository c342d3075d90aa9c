import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { readImage } from './dockerfile'
import { inRepository } from './repository'

/** A running command of an image, in a folder with the layout of the image, without a container. */
export interface Running {
  child: ChildProcess
  output(): string
  /** Resolves with the exit code. */
  ended: Promise<number | null>
}

/** Creates the layout of an image in a folder from the repository and its builds; dependencies are linked. */
export async function layOut(slice: string, folder: string): Promise<string> {
  const root = path.join(folder, slice)
  for (const { from, sources, target } of readImage(slice).finalCopies)
    for (const source of sources) {
      const file = inRepository(from ? path.relative('/offquad', source) : source)
      const copy = path.join(root, target)
      await mkdir(path.dirname(copy), { recursive: true })
      if (source.endsWith('node_modules')) await symlink(file, copy)
      else await cp(file, copy, { recursive: true, filter: isInImage })
    }
  return path.join(root, path.relative('/offquad', readImage(slice).workdir))
}

// As in .dockerignore.
const isInImage = (file: string): boolean =>
  !/node_modules|\/test\/|\.test\.tsx?$/.test(file.replace(inRepository(), ''))

/** Starts the image's command, or another one. */
export function startImage(
  slice: string,
  folder: string,
  {
    env,
    command = readImage(slice).command,
  }: { env: Record<string, string>; command?: string[] | undefined },
): Running {
  const [program = '', ...args] = command
  const child = spawn(program === 'node' ? process.execPath : program, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, ...readImage(slice).env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, output: () => text, ended }
}
