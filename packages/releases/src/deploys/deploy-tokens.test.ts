import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readDeployTokens } from './deploy-tokens'

const pair = (app: string, token: string) => `${app}=${createHash('sha256').update(token).digest('hex')}`

describe('deploy tokens in a file', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'offquad-tokens-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('are accepted as soon as they are added and rejected once they are removed', async () => {
    const file = path.join(folder, 'hashes')
    const tokens = readDeployTokens(pair('mfe-browse', 'fixed'), file)
    const asHello = () => tokens.require('Bearer new', 'mfe-hello')

    expect(asHello).toThrow('A valid deploy token is required.')
    await writeFile(file, `${pair('mfe-reviews', 'other')}\n${pair('mfe-hello', 'new')}\n`)
    expect(asHello).not.toThrow()
    expect(() => tokens.require('Bearer fixed', 'mfe-browse')).not.toThrow()
    expect(() => tokens.require('Bearer new', 'mfe-browse')).toThrow('This token is for mfe-hello')
    await rm(file)
    expect(asHello).toThrow('A valid deploy token is required.')
  })

  it('read every app and change none where they are for reading', () => {
    const { require } = readDeployTokens(pair('*', 'reader'))

    expect(() => require('Bearer reader', 'mfe-browse', 'read')).not.toThrow()
    expect(() => require('Bearer reader', 'mfe-browse')).toThrow('This token only reads.')
  })

  it('are not matched by an empty token or line', async () => {
    const file = path.join(folder, 'hashes')
    await writeFile(file, '\nmfe-hello=\n')

    expect(() => readDeployTokens('', file).require('Bearer ', 'mfe-hello')).toThrow('required')
    expect(() => readDeployTokens('', file).require(undefined, 'mfe-hello')).toThrow('required')
  })
})
