import { readDeployOptions, readPromoteOptions, readRetireOptions, readRollbackOptions } from './options'

describe('the options of deploy', () => {
  it('make a version live for all visitors by default', () => {
    expect(readDeployOptions([])).toEqual({
      gateway: undefined,
      reason: undefined,
      canary: undefined,
      steps: undefined,
      isPreview: false,
      isAgain: false,
      replacesCanary: false,
      isBuilt: false,
    })
  })

  it('take one percentage as a canary, and several as steps', () => {
    expect(readDeployOptions(['--canary', '10'])).toMatchObject({ canary: 10, steps: undefined })
    expect(readDeployOptions(['--canary', '10,50,100'])).toMatchObject({
      canary: undefined,
      steps: [10, 50, 100],
    })
  })

  it.each(['0', '100', 'many', '50,10', '10,10', '10,200', '', '10,'])(
    'refuse %p as a canary, with the usage',
    (canary) => {
      expect(() => readDeployOptions(['--canary', canary])).toThrow(/growing ones such as 10,50,100.*Usage/s)
    },
  )

  it('refuse a preview with a canary, and options that do not exist', () => {
    expect(() => readDeployOptions(['--preview', '--canary', '10'])).toThrow(/either --preview or --canary/)
    expect(() => readDeployOptions(['--percent', '10'])).toThrow(/--percent.*Usage: npm run deploy/s)
  })
})

describe('the options of the other commands', () => {
  it('name a version to promote or to roll back to, and a reason', () => {
    expect(readPromoteOptions(['--version', '2.1.0'])).toEqual({ version: '2.1.0' })
    expect(readRollbackOptions(['--to', '2.0.0', '--reason', 'slow'])).toEqual({
      to: '2.0.0',
      reason: 'slow',
    })
    expect(readRollbackOptions(['--with-remotes'])).toEqual({ 'with-remotes': true })
  })

  it('retire a slice only when confirmed', () => {
    expect(() => readRetireOptions([])).toThrow(/Confirm with --yes/)
    expect(readRetireOptions(['--yes'])).toEqual({ yes: true })
  })
})
