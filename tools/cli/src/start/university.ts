import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type University } from '@offquad/contracts'
import { REPOSITORY } from '../config'

export const UNIVERSITY_FILE = path.join(REPOSITORY, 'config/university.json')

/** The university that this folder is configured for. */
export const readUniversity = async (): Promise<University> =>
  JSON.parse(await readFile(UNIVERSITY_FILE, 'utf8')) as University
