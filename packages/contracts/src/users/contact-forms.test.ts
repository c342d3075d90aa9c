import { CONTACT_MESSAGES, validateApartmentForm, validateQuestionForm } from './contact-forms'

const photo = `/api/photos/${'a'.repeat(32)}`
const question = { name: 'Ann', email: 'ann@x.edu', msg: 'Who runs this?' }

describe('the question form', () => {
  it('may be sent when everything is filled in', () => {
    expect(validateQuestionForm(question)).toEqual([])
  })

  it.each([{}, { name: '', email: ' ', msg: '\n' }, { name: null, email: 5, msg: [] }, { msg: '\u200b' }])(
    'requires all three fields, which %j has not',
    (form) => {
      expect(validateQuestionForm(form)).toEqual([
        { field: 'name', message: 'This field is required' },
        { field: 'email', message: 'This field is required' },
        { field: 'msg', message: 'This field is required' },
      ])
    },
  )

  it.each([
    'nope',
    'ann@',
    '@x.edu',
    'ann@x',
    'ann@x.',
    'ann@.edu',
    'ann x@x.edu',
    'ann@x..edu',
    'a@b@x.edu',
    '.a@x.edu',
  ])('asks for an email address instead of %s', (email) => {
    expect(validateQuestionForm({ ...question, email })).toEqual([
      { field: 'email', message: 'Please enter an email address, such as name@example.edu' },
    ])
  })

  it.each([
    ' ann@x.edu ',
    "o'brien+tag@mail.x.edu",
    'änn@bücher.example',
    'ANN_1-2@X-Y.CO',
    'a.b.c@xn--bcher-kva.example',
  ])('takes the email address %s', (email) => {
    expect(validateQuestionForm({ ...question, email })).toEqual([])
  })

  it('says how long a field may be', () => {
    const longest = { name: 'n'.repeat(200), email: `${'e'.repeat(248)}@x.edu`, msg: '🏠'.repeat(5000) }

    expect(validateQuestionForm(longest)).toEqual([])
    expect(validateQuestionForm({ ...longest, msg: 'm'.repeat(5001) })).toEqual([
      { field: 'msg', message: 'A maximum of 5000 characters is allowed' },
    ])
  })
})

describe('the apartment form', () => {
  it.each([
    { name: 'Elm House' },
    { name: 'Elm House', address: '', photos: '' },
    { name: 'Elm House', address: '1 Elm Street', photos: [photo, `https://offquad.test${photo}`] },
  ])('may be sent as %j', (form) => {
    expect(validateApartmentForm(form)).toEqual([])
  })

  it('requires a name', () => {
    expect(validateApartmentForm({ address: '1 Elm Street' })).toEqual([
      { field: 'name', message: 'This field is required' },
    ])
  })

  it.each([
    [[photo, photo, photo, photo], CONTACT_MESSAGES.tooManyPhotos],
    [['javascript:alert(1)'], CONTACT_MESSAGES.unknownPhoto],
    [['//evil.test/p.jpg'], CONTACT_MESSAGES.unknownPhoto],
    [['https://x.test/p.jpg'], CONTACT_MESSAGES.unknownPhoto],
    ['no list', CONTACT_MESSAGES.unknownPhoto],
  ])('refuses the photos %j', (photos, message) => {
    expect(validateApartmentForm({ name: 'Elm House', photos })).toEqual([{ field: 'photos', message }])
  })

  it('says how long an address may be', () => {
    expect(validateApartmentForm({ name: 'n', address: 'a'.repeat(301) })).toEqual([
      { field: 'address', message: 'A maximum of 300 characters is allowed' },
    ])
  })
})
