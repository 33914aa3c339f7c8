export const settings = {
  maxJobs: 50,
  draining: true,
};
