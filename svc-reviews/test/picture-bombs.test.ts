import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { until } from '@offquad/service-kit/testing'
import sharp from 'sharp'
import { AVIF_BOMB } from './forty-pictures'
import { phonePhoto, png } from './pictures'
import { startReviews, type TestReviews } from './start-reviews'

let service: TestReviews
beforeAll(async () => {
  service = await startReviews()
})
afterAll(() => service.close())

const uploadAll = (...files: Buffer[]) => Promise.all(files.map((file) => service.upload('author', file)))

/** The processes that decode pictures right now, with the most memory that each has used, in MB. */
function decoders(): { pid: number; megabytes: number }[] {
  const processes = execFileSync('ps', ['-eo', 'pid,ppid,args']).toString()
  return [...processes.matchAll(new RegExp(`^ *(\\d+) +${process.pid} .*encoder\\.js$`, 'gm'))].map(
    ([, pid]) => {
      const [, kilobytes = 0] = /VmHWM:\s+(\d+)/.exec(statusOf(pid)) ?? []
      return { pid: Number(pid), megabytes: Number(kilobytes) / 1024 }
    },
  )
}

function statusOf(pid = ''): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    // It has ended.
    return ''
  }
}

describe('a picture that takes more memory than there is', () => {
  it('is refused by what its header says, and others are stored meanwhile', async () => {
    const uploads = uploadAll(AVIF_BOMB, AVIF_BOMB, await png(), AVIF_BOMB, AVIF_BOMB)
    let most = 0
    await until(() => {
      most = Math.max(most, ...decoders().map(({ megabytes }) => megabytes))
      return most > 0
    })

    const replies = await uploads

    expect(replies.map(({ status }) => status)).toEqual([415, 415, 201, 415, 415])
    expect(replies[0]?.body.detail).toContain('too many pixels (8000 x 7999)')
    expect(most).toBeLessThan(200)
  })

  it('is decoded alone when it is a large one that can be, and others two at a time', async () => {
    const large = await sharp({ create: { width: 5000, height: 4000, channels: 3, background: '#35546b' } })
      .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
      .toBuffer()
    const small = await phonePhoto()
    let isDone = false
    const uploads = uploadAll(large, small, large, small, small, small).finally(() => (isDone = true))

    await until(() => {
      const running = decoders().filter(({ megabytes }) => megabytes > 0)
      expect(running.length).toBeLessThanOrEqual(2)
      if (running.some(({ megabytes }) => megabytes > 180)) expect(running).toHaveLength(1)
      return isDone
    })

    expect((await uploads).map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
  })

  it('takes nothing with it when the system ends its process', async () => {
    const upload = service.upload('author', await phonePhoto())
    await until(() => decoders().length > 0)
    for (const { pid } of decoders()) process.kill(pid, 'SIGKILL')

    expect((await upload).status).toBe(415)
    expect((await service.upload('author', await png())).status).toBe(201)
  })
})
