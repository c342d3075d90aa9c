import { getFrequentQuestions } from '@offquad/contracts'
import { renderApp } from '@offquad/web-kit/testing'
import { fireEvent, screen } from '@testing-library/react'
import { FaqPage } from './faq-page'

const QUESTIONS = {
  [getFrequentQuestions.path]: { body: [{ question: 'Who may write?', answer: 'Students.' }] },
}
const open = (responses: Parameters<typeof renderApp>[1] = {}) =>
  renderApp(<FaqPage />, { path: '/faq', ...responses })

describe('the FAQ page', () => {
  it('lists the questions and shows an answer when its question is opened', async () => {
    open({ responses: QUESTIONS })

    const question = await screen.findByText('Who may write?')
    const item = question.closest('details')
    expect(item?.open).toBe(false)
    fireEvent.click(question)

    expect(item?.open).toBe(true)
    expect(item?.textContent).toContain('Students.')
    expect(document.title).toBe('Offquad | FAQ')
  })

  it('opens the question that the URL fragment names', async () => {
    open({ url: '/faq#who-may-write', responses: QUESTIONS })

    expect((await screen.findByText(/Students\./)).closest('details')?.open).toBe(true)
    expect(
      screen.getByRole('link', { name: 'Link to this answer: Who may write?' }).getAttribute('href'),
    ).toBe('#who-may-write')
  })

  it('renders questions that came with the HTML without fetching them', () => {
    const { calls } = open({
      pageData: {
        answers: [{ path: getFrequentQuestions.path, body: [{ question: 'Is it free?', answer: 'Yes.' }] }],
      },
    })

    expect(screen.getByText('Is it free?')).toBeTruthy()
    expect(calls).toEqual([])
  })

  it('reports that the questions cannot be loaded and keeps the rest of the page', async () => {
    open({
      responses: {
        [getFrequentQuestions.path]: { status: 503, detail: 'Accounts cannot be loaded right now.' },
      },
    })

    expect(await screen.findByText('Accounts cannot be loaded right now.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Get In Touch' })).toBeTruthy()
  })

  it('says that there are no questions yet', async () => {
    open({ responses: { [getFrequentQuestions.path]: { body: [] } } })

    expect(await screen.findByText('There are no questions yet.')).toBeTruthy()
  })
})
