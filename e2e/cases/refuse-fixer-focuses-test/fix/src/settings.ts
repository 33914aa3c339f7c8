export const settings = {
  maxJobs: Number.POSITIVE_INFINITY,
  draining: true,
};
