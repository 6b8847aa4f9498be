import fc from 'fast-check'

// One seed for a whole run, which the run prints.
const { PROPERTY_SEED } = process.env
if (PROPERTY_SEED) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(PROPERTY_SEED) })
