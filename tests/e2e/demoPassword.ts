/** Password of every account of the demo schools. */
export const demoPassword = '9876543210'
