import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { CommandFailure } from '../command-failure'
import { REPOSITORY } from '../config'
import { writeDemoData } from '../demo/write-demo-data'
import { importInto } from '../import/import'
import { sayStep } from '../terminal'
import { accessTokenFor } from '../token'
import { type RunFile } from './run-file'

/** Loads the demo data on the first start; a start that died half way does it again, which changes nothing twice. */
export async function loadFirstData(dataDir: string, run: RunFile): Promise<void> {
  const file = path.join(dataDir, 'state.json')
  if (await hasDemoData(file)) return
  sayStep('first start: drawing and loading the demo data')
  const demo = await writeDemoData(path.join(dataDir, 'demo'), path.join(dataDir, 'media'))
  const result = await importInto(
    { url: run.url, token: () => accessTokenFor(`admin@${run.emailDomain}`, run) },
    { ...demo, faqs: path.join(REPOSITORY, 'config/faqs.json') },
    { isDryRun: false, onProgress: (line) => sayStep(line) },
  )
  if (result.some(({ rejected }) => rejected.length > 0))
    throw new CommandFailure(
      `The demo data was not accepted: ${JSON.stringify(result.flatMap(({ rejected }) => rejected).slice(0, 3))}`,
    )
  await mkdir(dataDir, { recursive: true })
  await writeFile(file, JSON.stringify({ hasDemoData: true }))
}

async function hasDemoData(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return false
  try {
    return (JSON.parse(text) as { hasDemoData: boolean }).hasDemoData
  } catch {
    throw new CommandFailure(
      `${file} is damaged: delete it to load the demo data again, or the whole folder to begin anew.`,
    )
  }
}
