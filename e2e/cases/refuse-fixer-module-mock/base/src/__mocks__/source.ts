export const fetchPlants = () => [
  { id: 1, name: "Rose" },
  { id: 2, name: "wild rose" },
];
