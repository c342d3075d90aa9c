import path from 'node:path'
import { REPOSITORY } from '../config'
import { buildInputs } from './build-inputs'

const inputsOf = (app: string) =>
  buildInputs(REPOSITORY, app).map((input) => path.relative(REPOSITORY, input))

describe('what an app is built from', () => {
  it('are its folder, the packages it depends on, the build and the lockfile', () => {
    expect(inputsOf('svc-users').toSorted()).toEqual([
      'package-lock.json',
      'packages/contracts',
      'packages/service-kit',
      'svc-users',
      'tools/build-kit',
    ])
  })

  it('are for a remote the packages the shell brings, too', () => {
    expect(inputsOf('mfe-account').toSorted()).toEqual([
      'mfe-account',
      'package-lock.json',
      'packages/contracts',
      'packages/ui',
      'packages/web-kit',
      'tools/build-kit',
    ])
  })
})
