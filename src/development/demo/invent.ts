/** Returns a generator of pseudo-random values that are the same on every run (mulberry32), for a reproducible demo. */
export function inventor(seed: number) {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (bound: number): number => Math.floor(next() * bound)
  return { below, pick: <T>(choices: readonly T[]): T => choices[below(choices.length)] as T }
}

export type Inventor = ReturnType<typeof inventor>

export const girls =
  'Asha Aditi Ananya Anjali Diya Gauri Isha Janhavi Kavya Lavanya Madhura Meera Nandini Neha Pooja Prachi Radha Riya Rutuja Sakshi Saanvi Shreya Sneha Tanvi Vaishnavi'.split(
    ' ',
  )
export const boys =
  'Aarav Aditya Arjun Atharva Chinmay Dev Dhruv Harsh Ishaan Kabir Karan Krishna Manas Mihir Nikhil Om Parth Pranav Rohan Sahil Samar Shaurya Soham Tejas Vivaan'.split(
    ' ',
  )
export const surnames =
  'Patil Deshmukh Kulkarni Joshi Shinde Jadhav Pawar More Gaikwad Chavan Kamble Bhosale Sawant Naik Desai Shah Mehta Iyer Nair Reddy Khan Shaikh Fernandes Singh Gupta'.split(
    ' ',
  )
export const fathers =
  'Rajesh Suresh Mahesh Prakash Vijay Sanjay Anil Sunil Ramesh Ganesh Santosh Deepak Ashok Imran Thomas'.split(' ')
export const mothers = 'Sunita Anita Kavita Rekha Vandana Manisha Seema Jyoti Lata Shobha Farida Mary Usha Nirmala Asmita'.split(
  ' ',
)
export const towns = [
  'Kothrud',
  'Karve Nagar',
  'Aundh',
  'Baner',
  'Hadapsar',
  'Wakad',
  'Warje',
  'Bibwewadi',
  'Sinhagad Road',
  'Pashan',
]
