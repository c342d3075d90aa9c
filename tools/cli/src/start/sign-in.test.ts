import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { throwIfGoogleClient } from './sign-in'

const BOOTSTRAP = path.resolve(__dirname, '../../bootstrap.mjs')

describe('npm start', () => {
  it('rejects NODE_ENV=production before it installs anything, and names the alternative', () => {
    const { status, stderr } = spawnSync(process.execPath, [BOOTSTRAP, 'start'], {
      env: { PATH: process.env.PATH, NODE_ENV: 'production' },
      encoding: 'utf8',
      timeout: 5_000,
    })

    expect(stderr).toBe(
      'npm start runs Offquad for development: anyone can sign in as anyone. For production run the images: see docs/operating.md. To develop, unset NODE_ENV.\n',
    )
    expect(status).toBe(1)
  })

  it('rejects a client id of Google, whose accounts are real', () => {
    expect(() => throwIfGoogleClient({ GOOGLE_CLIENT_ID: '1-a.apps.googleusercontent.com' })).toThrow(
      'npm start runs Offquad for development, and GOOGLE_CLIENT_ID is a client of Google',
    )
    expect(() => throwIfGoogleClient({ GOOGLE_CLIENT_ID: 'a-stand-in' })).not.toThrow()
    expect(() => throwIfGoogleClient({})).not.toThrow()
  })
})
