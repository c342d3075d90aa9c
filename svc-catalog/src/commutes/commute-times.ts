import { type CommuteTimes } from '../catalog'
import { estimateMinutes } from '../estimate-minutes'

/** The times of commutes: estimates by the distance alone. */
export function createCommuteTimes(): CommuteTimes {
  return {
    modes: ['walk', 'bike', 'drive'],
    to(destination, mode) {
      if (mode === 'bus') return undefined
      return (from) => ({
        minutes: Math.round(estimateMinutes(from, destination, mode)),
        isEstimate: true,
      })
    },
  }
}
