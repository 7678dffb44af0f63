/** Small request and its response, in words. */
export const question = {
  system: 'You answer in one short sentence, in plain English, without any formatting.',
  user: 'Which of the planets of our solar system has the shortest day, and how long is it?',
  answer: 'Jupiter has the shortest day of all the planets: it turns once in a little less than ten hours.',
} as const
