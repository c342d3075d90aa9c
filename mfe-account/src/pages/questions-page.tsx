import './questions-page.css'
import { PageContainer } from '@offquad/ui'
import { usePageTitle } from '@offquad/web-kit'
import { QuestionList } from '../features/questions/question-list'
import { StillQuestions } from '../features/questions/still-questions'

export function QuestionsPage() {
  usePageTitle('FAQ')
  return (
    <PageContainer>
      <h1>Frequently Asked Questions</h1>
      <div className="account-questions">
        <QuestionList />
        <StillQuestions />
      </div>
    </PageContainer>
  )
}
