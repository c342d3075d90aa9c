/** How many of the first `count` whole numbers pass a test that holds up to some point and not beyond. */
export function countWhile(count: number, test: (at: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (test(middle)) low = middle + 1
    else high = middle
  }
  return low
}
