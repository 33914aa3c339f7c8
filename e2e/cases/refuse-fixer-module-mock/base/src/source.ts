import { PLANTS } from "./generated/plants";

export const fetchPlants = () => [...PLANTS];
