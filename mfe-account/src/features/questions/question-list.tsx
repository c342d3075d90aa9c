import { type FrequentQuestion, getFrequentQuestions } from '@offquad/contracts'
import { Accordion, ListSkeleton, StateMessage } from '@offquad/ui'
import { LoadFailure, useApi } from '@offquad/web-kit'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

export function QuestionList() {
  const { data, error, refetch } = useApi(getFrequentQuestions)
  if (error && !data)
    return <LoadFailure title="The questions cannot be loaded right now." error={error} onRetry={refetch} />
  if (!data) return <ListSkeleton items={8} lines={1} />
  if (data.length === 0) return <StateMessage title="No questions have been written down yet." />
  return <Questions questions={data} />
}

/** Each question has an address of its own, at which it is open. */
function Questions({ questions }: { questions: FrequentQuestion[] }) {
  const wanted = readFragment(useLocation().hash)
  useEffect(() => {
    // They came after the browser looked for it.
    if (wanted) document.getElementById(wanted)?.scrollIntoView()
  }, [wanted])
  return (
    <Accordion
      key={wanted}
      openId={wanted}
      items={questions.map(({ question, answer }) => ({
        id: fragmentOf(question),
        title: question,
        content: (
          <>
            {answer}{' '}
            <a href={`#${fragmentOf(question)}`} aria-label={`Link to: ${question}`}>
              Link
            </a>
          </>
        ),
      }))}
    />
  )
}

// Any address may have been typed.
function readFragment(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}

/** 'who-may-write' for 'Who may write?'. */
const fragmentOf = (question: string): string =>
  question
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
