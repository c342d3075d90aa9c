import { createRandom } from '@offquad/service-kit/testing/random'
import { findBrokenPromises } from '../src/faulty-network/promises'
import {
  actOn,
  beginOn,
  breakDown,
  type Device,
  openDevice,
  type Student,
} from '../src/faulty-network/student'

/** `npm run test:all` runs 3 sequences, `npm run test:long` 300; `SEED=7 SEQUENCES=1` runs the seventh again. */
const SEQUENCES = Number(process.env.SEQUENCES ?? 3)
const FIRST_SEED = Number(process.env.SEED ?? 1)
const SEEDS = Array.from({ length: SEQUENCES }, (_, index) => FIRST_SEED + index)
const ROUNDS = 5

describe(`a student in two tabs and on a phone, on a network that fails, in ${SEQUENCES} random sequences`, () => {
  let devices: Device[]
  beforeAll(async () => {
    devices = await Promise.all([openDevice('laptop'), openDevice('phone')])
  })
  afterAll(async () => {
    await Promise.all(devices.flatMap(({ context, proxy }) => [context.close(), proxy.close()]))
  })

  async function play(seed: number): Promise<void> {
    const random = createRandom(seed)
    const email = `student-${seed}-${Date.now()}@cornell.edu`
    let texts = 0
    const student: Student = {
      devices,
      log: [],
      nextText: () => `Number ${(texts += 1)} of sequence ${seed}: the radiator hums and the porch is quiet.`,
    }
    await Promise.all(devices.map((device, index) => beginOn(device, email, 2 - index)))
    for (const device of devices) breakDown(device, seed)
    for (let round = 1; round <= ROUNDS; round += 1) {
      const [onLaptop, onPhone] = [createRandom(random.below(2 ** 31)), createRandom(random.below(2 ** 31))]
      await Promise.all(
        devices.map((device, index) => actOn(device, student, index === 0 ? onLaptop : onPhone)),
      )
    }

    const broken = await findBrokenPromises(student, email)

    if (broken.length > 0)
      throw new Error(
        [
          `SEED=${seed}:`,
          ...broken,
          '',
          ...student.log,
          ...devices.flatMap(({ name, proxy, toasts }) => [name, ...proxy.faults, ...toasts]),
        ].join('\n'),
      )
  }

  it.each(SEEDS)('keeps its promises in sequence %d', play)
})
