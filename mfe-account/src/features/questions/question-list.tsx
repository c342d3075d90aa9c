import { getFrequentQuestions } from '@offquad/contracts'
import { Accordion, Skeleton, StateMessage } from '@offquad/ui'
import { LoadFailure, useApi } from '@offquad/web-kit'

export function QuestionList() {
  const { data, error, refetch } = useApi(getFrequentQuestions)
  if (error && !data)
    return <LoadFailure title="The questions cannot be loaded right now." error={error} onRetry={refetch} />
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} title={false} />
  if (data.length === 0) return <StateMessage title="No questions have been written down yet." />
  return <Accordion items={data.map(({ question, answer }) => ({ title: question, content: answer }))} />
}
