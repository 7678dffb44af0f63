export { atEnd } from '../../../tools/at-end.ts'
