import { estimateTravelTimes } from './estimate-travel-times'

const landmarks = {
  engQuad: { name: 'Engineering Quad', latitude: 42, longitude: -76 },
  hoPlaza: { name: 'Ho Plaza', latitude: 42.01, longitude: -76 },
  agQuad: { name: 'Ag Quad', latitude: 42, longitude: -76.01 },
}

describe('the travel time estimate', () => {
  it('is no walk at the landmark itself', () => {
    const times = estimateTravelTimes({ latitude: 42, longitude: -76 }, { landmarks })

    expect(times).toMatchObject({ engQuadWalking: 0 })
  })

  it('grows with the distance over the globe', () => {
    const times = estimateTravelTimes({ latitude: 42, longitude: -76 }, { landmarks })

    // 0.01 degrees of latitude are 1112 m; of longitude, at 42 degrees, 826 m.
    expect(times.hoPlazaWalking).toBeCloseTo((1112 * 1.22) / (1.31 * 60), 1)
    expect(times.agQuadWalking).toBeCloseTo((826 * 1.22) / (1.31 * 60), 1)
    expect(times.hoPlazaDriving).toBeCloseTo(3 + ((1.112 * 1.2) / (19 * 1.609344)) * 60, 1)
  })

  it('is never under three minutes by car, as the car has to be reached and parked', () => {
    for (const metres of [0, 50, 200, 400]) {
      const { engQuadDriving } = estimateTravelTimes(
        { latitude: 42 + metres / 111_195, longitude: -76 },
        { landmarks },
      )

      expect(engQuadDriving).toBeGreaterThanOrEqual(3)
    }
  })

  it('knows the way across the date line and to the other side of the globe', () => {
    const across = { ...landmarks, hoPlaza: { name: '', latitude: 0, longitude: 179.99 } }
    const { hoPlazaWalking } = estimateTravelTimes({ latitude: 0, longitude: -179.99 }, { landmarks: across })
    expect(hoPlazaWalking).toBeLessThan(60)

    const antipode = estimateTravelTimes({ latitude: -42, longitude: 104 }, { landmarks })
    expect(antipode.engQuadWalking).toBeGreaterThan(200_000)
  })
})
