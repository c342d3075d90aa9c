import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

const installed: string[] = []
jest.mock('./service-versions', () => ({
  install: async (_service: string, version: string) => void installed.push(version),
  entryOf: () => 'main.js',
}))
jest.mock('../dev/restart-service', () => ({
  restartService: async () => {
    throw new Error('svc-users is not ready after 30 s')
  },
}))
jest.mock('../start/supervise', () => ({
  supervise: () => ({ ready: async () => undefined, stop: async () => undefined, pid: () => 1 }),
}))
jest.mock('../start/ports', () => ({
  claimPorts: async () => ({ next: async () => 65_001, release: async () => undefined }),
}))

import { servicesFolder } from '../start/platform-plan'
import { replaceService } from './replace-service'

describe('a version with which a service does not start again', () => {
  it('leaves the version before it installed', async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'offquad-replace-'))
    const file = path.join(servicesFolder(dataDir), 'SVC_USERS_URL')
    await mkdir(path.dirname(file), { recursive: true })
    jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('{}'))
    // As the gateway describes its folder of services.
    const send = async () => {
      const [, url, share] =
        /(http:\/\/127\.0\.0\.1:65001)(#all)?/.exec(existsSync(file) ? readFileSync(file, 'utf8') : '') ?? []
      return { ...(url && { url }), getsAll: share !== undefined, requests: 0 }
    }

    const replacing = replaceService({
      service: 'svc-users',
      version: '2.0.0',
      running: '1.0.0',
      dataDir,
      run: { processes: [{ name: 'svc-users', pid: 1, port: 4003, env: {} }] } as never,
      gateway: { send } as never,
      trial: { run: async () => undefined },
    })

    await expect(replacing).rejects.toThrow('svc-users is not ready after 30 s')
    expect(installed).toEqual(['2.0.0', '1.0.0'])
    await rm(dataDir, { recursive: true })
  })
})
