import './faq-page.css'
import { type FrequentQuestion, getFrequentQuestions } from '@offquad/contracts'
import { Accordion, Button, ListSkeleton, PageContainer, StateMessage } from '@offquad/ui'
import {
  paths,
  QueryContent,
  requestContact,
  requireUser,
  SignInError,
  university,
  useApi,
  usePageTitle,
} from '@offquad/web-kit'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'

export function FaqPage() {
  usePageTitle('FAQ')
  return (
    <PageContainer>
      <h1>Frequently Asked Questions</h1>
      <div className="offquad-beside">
        <Questions />
        <StillHaveQuestions />
      </div>
    </PageContainer>
  )
}

function Questions() {
  const query = useApi(getFrequentQuestions)
  return (
    <QueryContent
      query={query}
      failure="The questions cannot be loaded right now."
      fallback={<ListSkeleton items={8} lines={1} />}
    >
      {(questions) =>
        questions.length === 0 ? (
          <StateMessage title="There are no questions yet." />
        ) : (
          <QuestionAccordion questions={questions} />
        )
      }
    </QueryContent>
  )
}

/** Each question has its own URL fragment, which opens it. */
function QuestionAccordion({ questions }: { questions: FrequentQuestion[] }) {
  const openId = readFragment(useLocation().hash)
  useEffect(() => {
    // The server knows no fragment, and React leaves attributes that came with the HTML as they are.
    const title = document.getElementById(openId)
    title?.closest('details')?.setAttribute('open', '')
    // The browser scrolled to the fragment before the questions were rendered.
    title?.scrollIntoView()
  }, [openId])
  return (
    <Accordion
      key={openId}
      openId={openId}
      items={questions.map(({ question, answer }) => ({
        id: fragmentOf(question),
        title: question,
        content: (
          <>
            {answer}{' '}
            <a href={`#${fragmentOf(question)}`} aria-label={`Link to this answer: ${question}`}>
              Link to this answer
            </a>
          </>
        ),
      }))}
    />
  )
}

// A hand-typed fragment may be malformed.
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

function StillHaveQuestions() {
  async function getInTouch(): Promise<void> {
    try {
      await requireUser('get in touch')
      requestContact({ view: 'choice' })
    } catch (error) {
      if (!(error instanceof SignInError)) throw error
    }
  }
  return (
    <aside className="account-still offquad-notice offquad-stack" aria-labelledby="still-questions">
      <h2 id="still-questions">Still have questions?</h2>
      <p className="offquad-note">
        Write to the team behind {university().productName}. We are students too and read every message.
      </p>
      <p className="offquad-note">
        Leases, deposits, scams: <Link to={paths.guides()}>read our guides</Link>.
      </p>
      <Button type="primary" onClick={() => void getInTouch()}>
        Get In Touch
      </Button>
    </aside>
  )
}
