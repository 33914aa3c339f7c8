export const fetchPlants = () => [
  { id: 1, name: "rose" },
  { id: 2, name: "wild rose" },
];
