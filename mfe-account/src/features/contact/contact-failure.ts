/** What is said when a form was not sent and none of its fields is to blame. */
export const CONTACT_FAILURE = 'Error submitting form. Please try again.'
