import { fireEvent, render, screen } from '@testing-library/react'
import { ProblemError } from '../api/problem-error'
import { QueryContent, queryFailure } from './query-content'

const outage = new ProblemError({
  type: '/problems/unavailable',
  title: 'Unavailable',
  status: 503,
  detail: 'Please try again in a minute.',
  requestId: 'r1',
})

const query = <Data,>(data: Data | undefined, error: Error | null = null) => ({
  data,
  error,
  refetch: jest.fn(() => Promise.resolve()),
})

const show = (shown: ReturnType<typeof query<string>>) =>
  render(
    <QueryContent query={shown} failure="The text cannot be loaded right now." fallback={<p>Loading</p>}>
      {(text) => <p>{text}</p>}
    </QueryContent>,
  )

describe('QueryContent', () => {
  it('shows the fallback while there is neither data nor an error', () => {
    show(query<string>(undefined))

    expect(screen.getByText('Loading')).toBeTruthy()
  })

  it('shows why loading failed, and refetches on demand', () => {
    const failed = query<string>(undefined, outage)
    show(failed)

    expect(screen.getByText('The text cannot be loaded right now.')).toBeTruthy()
    expect(screen.getByText('Please try again in a minute.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(failed.refetch).toHaveBeenCalledTimes(1)
  })

  it('keeps showing the data when a refetch fails', () => {
    show(query('A text', outage))

    expect(screen.getByText('A text')).toBeTruthy()
  })

  it('shows data that is empty or zero', () => {
    render(
      <QueryContent query={query(0)} failure="" fallback="Loading">
        {(count) => <p>Count: {count}</p>}
      </QueryContent>,
    )

    expect(screen.getByText('Count: 0')).toBeTruthy()
  })
})

describe('queryFailure', () => {
  it('is the error of the first query without data, and retries all of them', async () => {
    const [loaded, failed] = [query('A text'), query(undefined, outage)]

    const failure = queryFailure(loaded, failed)
    await failure?.onRetry()

    expect(failure?.error).toBe(outage)
    expect(loaded.refetch).toHaveBeenCalledTimes(1)
    expect(failed.refetch).toHaveBeenCalledTimes(1)
  })

  it('is undefined while queries load', () => {
    expect(queryFailure(query(undefined), query('A text'))).toBeUndefined()
  })
})
