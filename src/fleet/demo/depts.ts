/** The company and its cities: sites 1 and 2 are in Shanghai, 3 and 4 in Hangzhou, 5 and 6 in Shenzhen. */
export const depts = [
  { id: 1, parent_id: null, name: 'Operations', sort: 0 },
  { id: 2, parent_id: 1, name: 'Shanghai', sort: 1 },
  { id: 3, parent_id: 1, name: 'Hangzhou', sort: 2 },
  { id: 4, parent_id: 1, name: 'Shenzhen', sort: 3 },
  { id: 5, parent_id: null, name: 'Finance', sort: 1 },
]

const A_CITY = 2
const FIRST_CITY = 2

export const deptOfSite = (site_id: number): number => FIRST_CITY + Math.floor((site_id - 1) / A_CITY)
