import { getFrequentQuestions } from '@offquad/contracts'
import { renderApp } from '@offquad/web-kit/testing'
import { fireEvent, screen } from '@testing-library/react'
import { QuestionsPage } from './questions-page'

const open = (answers: Parameters<typeof renderApp>[1] = {}) =>
  renderApp(<QuestionsPage />, { path: '/faq', ...answers })

describe('the FAQ page', () => {
  it('shows the questions of the API and an answer when its question is opened', async () => {
    open({
      answers: {
        [getFrequentQuestions.path]: { body: [{ question: 'Who may write?', answer: 'Students.' }] },
      },
    })

    fireEvent.click(await screen.findByRole('button', { name: /Who may write/ }))

    expect(await screen.findByText(/Students\./)).toBeTruthy()
    expect(document.title).toBe('Offquad | FAQ')
  })

  it('opens the question its address names', async () => {
    open({
      url: '/faq#who-may-write',
      answers: {
        [getFrequentQuestions.path]: { body: [{ question: 'Who may write?', answer: 'Students.' }] },
      },
    })

    expect(await screen.findByText(/Students\./)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Link to: Who may write?' }).getAttribute('href')).toBe(
      '#who-may-write',
    )
  })

  it('takes the answer that came with the page without asking again', () => {
    const { calls } = open({
      pageData: {
        answers: [{ path: getFrequentQuestions.path, body: [{ question: 'Is it free?', answer: 'Yes.' }] }],
      },
    })

    expect(screen.getByText('Is it free?')).toBeTruthy()
    expect(calls).toEqual([])
  })

  it('says what is missing when the service is away, and the rest stays', async () => {
    open({
      answers: {
        [getFrequentQuestions.path]: { status: 503, detail: 'Accounts cannot be loaded right now.' },
      },
    })

    expect(await screen.findByText('Accounts cannot be loaded right now.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Get In Touch' })).toBeTruthy()
  })

  it('says so when there are none', async () => {
    open({ answers: { [getFrequentQuestions.path]: { body: [] } } })

    expect(await screen.findByText('No questions have been written down yet.')).toBeTruthy()
  })
})
