import { type Tally } from './tallies.repository'

type Rate = Pick<Tally, 'views' | 'failures'>

export interface Judgement {
  /** A canary of fewer views is not judged yet. */
  samples: number
  /** So many times the error rate of what is live is too much. */
  factor: number
}

/** Of fewer failures than this share nobody should be woken, however few the live version has. */
const LEAST_RATE = 0.05

/** Why a canary is to be taken back; undefined while there is no reason, or not enough to go by. */
export function verdictOn(canary: Rate, stable: Rate, { samples, factor }: Judgement): string | undefined {
  if (canary.views < samples) return undefined
  const [tried, live] = [rateOf(canary), rateOf(stable)]
  if (tried <= Math.max(LEAST_RATE, live * factor)) return undefined
  return `${percent(tried)} of ${canary.views} views failed, ${percent(live)} of ${stable.views} with the live version`
}

const rateOf = ({ views, failures }: Rate): number => (views === 0 ? 0 : failures / views)
const percent = (rate: number): string => `${(rate * 100).toFixed(1)} %`
