import { enterTestMoment } from './testMoment.ts'

// Each test file begins at the same moment, however long the files before it took.
enterTestMoment()
