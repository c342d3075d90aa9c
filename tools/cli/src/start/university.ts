import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type University } from '@offquad/contracts'
import { REPOSITORY } from '../config'

/** The university that this folder is configured for. */
export const readUniversity = async (): Promise<University> =>
  JSON.parse(await readFile(path.join(REPOSITORY, 'config/university.json'), 'utf8')) as University
