/** Every directive that the demo obeys, with what it does. Anything else is refused, so that a misspelt one is noticed. */
export const directiveNames = {
  'rate-limit': '429; option retry-after in seconds',
  overloaded: 'the dialect’s "overloaded" status',
  status: 'the given HTTP status, as the dialect’s own error',
  'html-502': 'a 502 with an HTML page, as a proxy in front of a provider gives it',
  stall: 'silence for the given time in the middle of the stream, with the word first before the first byte',
  cut: 'the socket is destroyed in the middle of the answer',
  'cut-clean': 'the stream ends in the middle of the answer without its terminal event',
  'error-event': 'an error event in the middle of the stream',
  malformed: 'an event that is not JSON in the middle of the stream',
  slow: 'the given time between events',
  dialect: 'deviations of chat-compatible servers',
  refuse: 'a refusal; the word is its category',
  pause: 'messages: stops with pause_turn, continues when the turn is sent back',
  words: 'an answer of so many words',
  say: 'the answer has this text instead of a summary',
} as const
