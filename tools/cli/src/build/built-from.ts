import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { REPOSITORY } from '../config'
import { type App } from './apps'
import { buildInputs, contentHash } from './build-inputs'
import { readUsedContracts } from './describe-build'

/** Hashes of what an app is built from. */
export interface Inputs {
  contracts: string
  /** Everything else. */
  rest: string
}

/** The note that a build stores beside its files. */
interface Note extends Inputs {
  /** A hash of the contracts that a frontend uses. */
  used?: string | undefined
}

const CONTRACTS = path.join(REPOSITORY, 'packages/contracts')

export async function readInputs(app: App): Promise<Inputs> {
  const rest = inputsOf(app).filter((input) => input !== CONTRACTS)
  return { contracts: await hashOfContracts(app), rest: await contentHash(rest) }
}

const inputsOf = ({ folder }: App) => buildInputs(REPOSITORY, folder)

/** Hash of the contracts; a hash of nothing for an app without contracts. */
const hashOfContracts = (app: App) => contentHash(inputsOf(app).filter((input) => input === CONTRACTS))

/** Whether the app's last build is of these inputs, or of others that make no difference to it. */
export async function isBuilt(app: App, inputs: Inputs): Promise<boolean> {
  const note = await readNote(app)
  if (note?.rest !== inputs.rest) return false
  if (note.contracts === inputs.contracts) return true
  if (note.used === undefined || note.used !== (await hashOfUsedContracts(app))) return false
  await writeNote(app, { ...note, ...inputs })
  return true
}

/** @param inputs as they were before the build */
export async function noteBuild(app: App, inputs: Inputs): Promise<void> {
  const isComparable = app.kind === 'frontend' && (await hashOfContracts(app)) === inputs.contracts
  await writeNote(app, { ...inputs, used: isComparable ? await hashOfUsedContracts(app) : undefined })
}

/** Does not change with contracts that the app does not use. */
async function hashOfUsedContracts({ folder }: App): Promise<string> {
  const source = path.join(REPOSITORY, folder)
  // Only here, because it loads compilers.
  const { codeOfContracts } = await import('@offquad/build-kit/used-contracts')
  const code = await codeOfContracts(source, await readUsedContracts(path.join(source, 'dist')))
  return createHash('sha256').update(code).digest('hex')
}

const noteFile = ({ folder }: App) => path.join(REPOSITORY, folder, 'dist/.build-hash')

const writeNote = (app: App, note: Note) => writeFile(noteFile(app), JSON.stringify(note))

async function readNote(app: App): Promise<Note | undefined> {
  const text = await readFile(noteFile(app), 'utf8').catch(() => undefined)
  return text?.startsWith('{') ? (JSON.parse(text) as Note) : undefined
}
